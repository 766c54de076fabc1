"""Computer players: they read views and fill in forms, as people do."""

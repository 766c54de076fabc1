"""Google Drive: the files of people, who may open them, and which of them have changed."""

"""What is true of every position."""

from __future__ import annotations

from sheets_gm.games.gvg.data import BOSS_HP, BULWARK_HP, COST, FISH_HP, ROLES, TEAMS
from sheets_gm.games.gvg.state import Match
from sheets_gm.kernel.english import listed


def everybody_is_somebody(match: Match) -> str | None:
    """Each player has a seat of its own, a team of the two and a role of the three (GVG-1, GVG-9)."""
    seats = [player.seat for player in match.players]
    if len(set(seats)) != len(seats):
        return "two players have one seat"
    for player in match.players:
        if player.role not in ROLES:
            return f"{player.seat} is {player.role}, which is no role: there are {listed(ROLES)}"
        if player.team not in TEAMS:
            return f"{player.seat} is of the team {player.team}: there are {listed(TEAMS)}"
        if player.roll is not None and not 1 <= player.roll <= match.settings.die_sides:
            return f"{player.seat} has rolled {player.roll} with a die of {match.settings.die_sides} sides"
    return None if match.players else "nobody plays"


def both_teams_have_what_is_theirs(match: Match) -> str | None:
    """Each team has a purse, a captain of its own, a Fish, a Tree and its Bulwarks, and knows the skills there are."""
    for name, owners in (("purse", set(match.teams)), ("Fish", set(match.fish)), ("Tree", set(match.trees))):
        if owners != set(TEAMS):
            return f"each of {listed(TEAMS)} has a {name}, and there is one of {listed(sorted(owners))}"
    tiles = {tile for team in TEAMS for tile in match.board.bulwarks[team]}
    if set(match.bulwarks) != tiles:
        return f"Bulwarks stand at {listed(sorted(tiles))}"
    for name, team in match.teams.items():
        own = [player.seat for player in match.players if player.team == name]
        if team.captain and team.captain not in own:
            return f"{team.captain} is no captain for {name}: there are {listed(own)}"
        strange = sorted({*team.used, *match.effects.get(name, ())} - set(COST))
        if strange:
            return f"there is no skill {strange[0]}: there are {listed(tuple(COST))}"
    return None


def everybody_is_on_the_board(match: Match) -> str | None:
    """Each player stands on a tile, and in no Base but its own (R6)."""
    place = match.board
    for player in match.players:
        if player.at not in place.kinds:
            return f"{player.seat} is at {player.at}, which is no tile"
        if player.at in match.shut(player.team):
            return f"{player.seat} is in the enemy's Base"
    return None


def hearts_are_within_bounds(match: Match) -> str | None:
    """No structure has fewer than no hearts or more than it began with (R13)."""
    for tile, hearts in match.bulwarks.items():
        if not 0 <= hearts <= BULWARK_HP:
            return f"the Bulwark {tile} has {hearts} hearts"
    for team, hearts in match.fish.items():
        if not 0 <= hearts <= FISH_HP:
            return f"the Fish of {team} has {hearts} hearts"
        if hearts < FISH_HP and not match.destroyed(team):
            return f"the Fish of {team} was hit while all its Bulwarks stand"  # GVG-43
    if match.boss is not None and not 1 <= match.boss.hp <= BOSS_HP:
        return f"the Boss has {match.boss.hp} hearts"
    return None


def purses_are_not_empty_below_nothing(match: Match) -> str | None:
    """No team owes coins or charges."""
    for name, team in match.teams.items():
        if team.coins < 0 or team.charges < 0:
            return f"{name} has {team.coins} coins and {team.charges} charges"
    return None


def trees_are_carried_by_standing_enemies(match: Match) -> str | None:
    """A Tree is at home while its Fish lives; its carrier stands on its tile, is no friend, and carries one (R25)."""
    for owner, tree in match.trees.items():
        if match.fish[owner] and (tree.at != match.board.fish[owner] or tree.carrier):
            return f"the Tree of {owner} left its living Fish"
        if tree.carrier is None:
            continue
        carrier = match.player(tree.carrier)
        if carrier.at != tree.at or carrier.down:
            return f"{carrier.seat} carries the Tree of {owner} and is not with it on its feet"
        if carrier.team == owner and not match.settings.owner_may_carry:
            return f"{carrier.seat} carries its own team's Tree"
    carriers = [tree.carrier for tree in match.trees.values() if tree.carrier]
    return "one player carries both Trees" if len(carriers) != len(set(carriers)) else None


def coins_lie_in_the_jungle(match: Match) -> str | None:
    """Coins lie on jungle tiles that may have one, at most one a tile."""
    wrong = sorted(set(match.coins) - set(match.board.coins))
    if wrong:
        return f"a coin lies at {wrong[0]}: it may lie at {listed(match.board.coins)}"
    twice = next((tile for tile in match.coins if match.coins.count(tile) > 1), None)
    return f"two coins lie at {twice}" if twice else None


def the_clock_is_right(match: Match) -> str | None:
    """The turn is within the match, and a match with a result is over."""
    if not 1 <= match.turn <= match.settings.max_turns:
        return f"it is turn {match.turn} of {match.settings.max_turns}"
    if (match.phase == "over") != (match.result is not None):
        return f"the phase is {match.phase}, the result {match.result}"
    if any(player.down not in (0, match.turn - 1, match.turn) for player in match.players):
        return "somebody has been down for more than a turn"
    return None


LAWS = (
    everybody_is_somebody,
    both_teams_have_what_is_theirs,
    everybody_is_on_the_board,
    hearts_are_within_bounds,
    purses_are_not_empty_below_nothing,
    trees_are_carried_by_standing_enemies,
    coins_lie_in_the_jungle,
    the_clock_is_right,
)

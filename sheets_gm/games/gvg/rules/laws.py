"""The laws: conditions that hold in every position. Each function returns what is wrong, or None."""

from __future__ import annotations

from sheets_gm.games.gvg.data.words import COST, ROLES, TEAMS
from sheets_gm.games.gvg.position.state import Match
from sheets_gm.kernel.english import listed


def every_player_has_a_seat_team_and_role(match: Match) -> str | None:
    """Every player has a seat that no other has, a team and a role (GVG-1, GVG-9)."""
    seats = [player.seat for player in match.players]
    if len(set(seats)) != len(seats):
        return "two players have the same seat"
    for player in match.players:
        if player.role not in ROLES:
            return f"{player.seat} has the role {player.role}; the roles are {listed(ROLES)}"
        if player.team not in TEAMS:
            return f"{player.seat} has the team {player.team}; the teams are {listed(TEAMS)}"
        if player.roll is not None and not 1 <= player.roll <= match.settings.die_sides:
            return f"{player.seat} has rolled {player.roll} on a die with {match.settings.die_sides} sides"
    return None if match.players else "there are no players"


def both_teams_have_their_pieces(match: Match) -> str | None:
    """Each team has its coins, Fish, Tree and Bulwarks, a captain among its players, and only skills that exist."""
    for name, owners in (("teams", set(match.teams)), ("fish", set(match.fish)), ("trees", set(match.trees))):
        if owners != set(TEAMS):
            return f"{name} needs {listed(TEAMS)} and has {listed(sorted(owners), none='nothing')}"
    tiles = {tile for team in TEAMS for tile in match.board.bulwarks[team]}
    if set(match.bulwarks) != tiles:
        return f"the Bulwarks are at {listed(sorted(tiles))}"
    if set(match.duel_score) - set(TEAMS):
        return f"the Archery Duel is between {listed(TEAMS)}"
    for name, team in match.teams.items():
        seats = [player.seat for player in match.players if player.team == name]
        if team.captain and team.captain not in seats:
            return f"{team.captain} cannot be the captain of {name}; its players are {listed(seats)}"
        strange = sorted({*team.used, *match.effects.get(name, ())} - set(COST))
        if strange:
            return f"there is no skill {strange[0]}; the skills are {listed(tuple(COST))}"
    return None


def every_player_is_on_the_board(match: Match) -> str | None:
    """Every player is on a tile, and not in the enemy's Base (R6)."""
    place = match.board
    for player in match.players:
        if player.at not in place.kinds:
            return f"{player.seat} is at {player.at}, and there is no such tile"
        if player.at in match.shut(player.team):
            return f"{player.seat} is in the enemy's Base"
    return None


def hp_is_within_bounds(match: Match) -> str | None:
    """The HP of a structure is between 0 and its full HP (R13)."""
    for tile, hp in match.bulwarks.items():
        if not 0 <= hp <= match.settings.bulwark_hp:
            return f"the Bulwark at {tile} has {hp} HP"
    for team, hp in match.fish.items():
        if not 0 <= hp <= match.settings.fish_hp:
            return f"the Fish of {team} has {hp} HP"
        if hp < match.settings.fish_hp and not match.destroyed(team):
            return f"the Fish of {team} has lost HP although all its Bulwarks stand"  # GVG-43
    if match.boss is not None and not 1 <= match.boss.hp <= match.settings.boss_hp:
        return f"the Boss has {match.boss.hp} HP"
    return None


def coins_and_charges_are_not_negative(match: Match) -> str | None:
    """No team has fewer than 0 coins or charges."""
    for name, team in match.teams.items():
        if team.coins < 0 or team.charges < 0:
            return f"{name} has {team.coins} coins and {team.charges} charges"
    return None


def trees_are_carried_by_standing_enemies(match: Match) -> str | None:
    """A Tree is home while its Fish lives. Its carrier is an enemy, stands on its tile and carries one Tree (R25)."""
    for owner, tree in match.trees.items():
        if match.fish[owner] and (tree.at != match.board.fish[owner] or tree.carrier):
            return f"the Tree of {owner} has moved although its Fish is alive"
        if tree.carrier is None:
            continue
        carrier = match.player(tree.carrier)
        if carrier.at != tree.at or carrier.down:
            return f"{carrier.seat} carries the Tree of {owner} but does not stand on its tile"
        if carrier.team == owner and not match.settings.owner_may_carry:
            return f"{carrier.seat} carries its own team's Tree"
    carriers = [tree.carrier for tree in match.trees.values() if tree.carrier]
    return "one player carries both Trees" if len(carriers) != len(set(carriers)) else None


def coins_lie_in_the_jungle(match: Match) -> str | None:
    """Coins are on the board's coin tiles, at most one on each."""
    wrong = sorted(set(match.coins) - set(match.board.coins))
    if wrong:
        return f"there is a coin at {wrong[0]}; coins can be at {listed(match.board.coins)}"
    twice = next((tile for tile in match.coins if match.coins.count(tile) > 1), None)
    return f"there are two coins at {twice}" if twice else None


def the_archery_duel_is_undecided_while_it_is_open(match: Match) -> str | None:
    """Points are stored only while the Archery Duel is open, and no team has enough of them to win (GVG-87)."""
    if not match.duel_open:
        return "there are points in an Archery Duel that is not open" if match.duel_score or match.duel_rounds else None
    if match.duel_rounds < 0 or any(points < 0 for points in match.duel_score.values()):
        return "the Archery Duel has fewer than 0 points or rounds"
    won = [team for team, points in match.duel_score.items() if points >= match.settings.duel_points]
    return f"{won[0]} has won the Archery Duel, and it is still open" if won else None


def turn_and_phase_are_consistent(match: Match) -> str | None:
    """The turn is within the match, and the match is over exactly if it has a result."""
    if not 1 <= match.turn <= match.settings.max_turns:
        return f"the turn is {match.turn} of {match.settings.max_turns}"
    if (match.phase == "over") != (match.result is not None):
        return f"the phase is {match.phase} and the result is {match.result}"
    if any(player.down not in (0, match.turn - 1, match.turn) for player in match.players):
        return "a player has been down for more than 1 turn"
    return None


LAWS = (
    every_player_has_a_seat_team_and_role,
    both_teams_have_their_pieces,
    every_player_is_on_the_board,
    hp_is_within_bounds,
    coins_and_charges_are_not_negative,
    trees_are_carried_by_standing_enemies,
    coins_lie_in_the_jungle,
    the_archery_duel_is_undecided_while_it_is_open,
    turn_and_phase_are_consistent,
)

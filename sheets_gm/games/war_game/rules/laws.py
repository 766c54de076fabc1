"""The laws: conditions that hold in every position."""

from __future__ import annotations

from collections import Counter

from sheets_gm.games.war_game.data.army_lists import MOST_KINDS, SLOTS
from sheets_gm.games.war_game.data.names import fold
from sheets_gm.games.war_game.data.numbers import MOST_IN_BATTLE
from sheets_gm.games.war_game.data.words import SIDES
from sheets_gm.games.war_game.position.state import Match


def every_army_has_its_own_name(match: Match) -> str | None:
    """No two armies have the same name, so that orders are unambiguous (CPW-70)."""
    names = Counter(fold(army.name) for army in match.armies)
    twice = [name for name, count in names.items() if count > 1]
    return f"several armies are called {twice}" if twice else None


def a_square_has_one_army_or_a_battle(match: Match) -> str | None:
    """Every army is on the map, alone or in the battle of its square (CPW-117)."""
    fights = {battle.place: sorted(battle.armies) for battle in match.battles}
    if len(fights) != len(match.battles):
        return "two battles are in one square"
    here: dict[str, list[str]] = {}
    for army in match.armies:
        if army.place not in match.world.terrain:
            return f"{army.name} is at {army.place}"
        here.setdefault(army.place, []).append(army.name)
    for place, names in here.items():
        if sorted(names) != fights.get(place, names[:1]):
            return f"{names} are at {place}"
    gone = [place for place in fights if place not in here]
    return f"nobody is left in the battle at {gone}" if gone else None


def battles_are_between_two_sides(match: Match) -> str | None:
    """An army is in one battle at most, with allies on its side and enemies on the other; a battle has at most four
    (CPW-119).
    """
    count = Counter(name for battle in match.battles for name in battle.armies)
    if any(number > 1 for number in count.values()):
        return f"an army is in two battles: {count}"
    side_by_army = {army.name: army.side for army in match.armies}
    for battle in match.battles:
        sides = [{side_by_army.get(name, "?") for name in names} for names in (battle.first, battle.second)]
        most = match.settings.joint_side
        if sorted(map(len, sides)) != [1, 1] or sides[0] == sides[1] or "?" in sides[0] | sides[1]:
            return f"battle {battle.number} is between {sides}"
        if max(len(battle.first), len(battle.second)) > most:
            return f"battle {battle.number} has more than {most} armies on a side"
        if len(battle.armies) > MOST_IN_BATTLE:
            return f"battle {battle.number} has more than {MOST_IN_BATTLE} armies"
        if (battle.weather is None) is not (battle.number == 0):
            return f"battle {battle.number} has the weather {battle.weather}"
    return None


def armies_are_made_as_their_rank_says(match: Match) -> str | None:
    """No slot holds more units than it may (CPW-43), and no army has more than six different creatures (CPW-62)."""
    for army in match.armies:
        counts, kinds, least = [0] * len(SLOTS), set(), 0
        for each in army.units:
            counts[each.slot - 1] += each.count
            kinds.add(each.creature)
            least = min(least, each.count, each.lost)
        if least < 0 or not any(counts):
            return f"{army.name} has {army.units}"
        for slot, (count, most) in enumerate(zip(counts, SLOTS, strict=True), start=1):
            if count > most:
                return f"slot {slot} of {army.name} has too many units"
        if len(kinds) > MOST_KINDS:
            return f"{army.name} has more than {MOST_KINDS} different units"
    return None


def what_is_destroyed_stays_so(match: Match) -> str | None:
    """Only bases and strongholds can be destroyed (CPW-145, CPW-151), and points are never lost."""
    structures = match.world.structures
    wrong = [name for name in match.destroyed if not structures[name].kind.startswith(("base", "strong"))]
    if wrong or len(set(match.destroyed)) != len(match.destroyed):
        return f"destroyed are {match.destroyed}"
    if sorted(match.points) != sorted(SIDES) or min(match.points.values()) < 0:
        return f"the points are {match.points}"
    return None


def the_phase_fits(match: Match) -> str | None:
    """A match that is over has a result; only the phase `judging` keeps strategies."""
    if (match.phase == "over") is not (match.result is not None):
        return f"the result in the phase {match.phase} is {match.result}"
    waiting = match.sent, match.bumps, match.heals, match.changes, match.pending, match.names
    if match.phase == "orders" and any(waiting):
        return "orders of the last turn are left"
    return None


LAWS = (
    every_army_has_its_own_name,
    a_square_has_one_army_or_a_battle,
    battles_are_between_two_sides,
    armies_are_made_as_their_rank_says,
    what_is_destroyed_stays_so,
    the_phase_fits,
)

"""The rows of the lists: armies, battles, structures, and the results of the last turn. Each is by column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sheets_gm.games.war_game.data.maps import Structure
from sheets_gm.games.war_game.data.words import EFFECT_WORDS, FACTIONS, MERCENARIES, OWNERS, PORTAL, SIDE_NAMES, SIDES
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position import events
from sheets_gm.games.war_game.position.state import Army, Battle
from sheets_gm.games.war_game.rules.announcing import battle_words
from sheets_gm.games.war_game.rules.changes import list_of
from sheets_gm.games.war_game.tabs.squares import BATTLE, ICONS, SYMBOLS
from sheets_gm.games.war_game.views.descriptions import HOW_MOVED, describe, rank_name, way_of, why_held
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.english import capitalized
from sheets_gm.kernel.outcome import Event

Row = dict[str, str | int | None]

ARMY_COLUMNS = ("name", "side", "rank", "at", "units", "legend", "factions", "list", "turns", "player")
BATTLE_COLUMNS = ("number", "battle", "first", "second", "plane")
STRUCTURE_COLUMNS = ("name", "kind", "at", "owner", "effect", "control", "state", "note")
MARCH_COLUMNS = ("army", "side", "what", "start", "end", "way")
RESULT_COLUMNS = ("number", "battle", "plane", "first", "second", "result", "losses", "after", "ruling")


def all_armies(view: View) -> Iterator[Row]:
    """Yield all armies with what they consist of, which is public (CPW-24)."""
    order = {side: at for at, side in enumerate((*SIDES, MERCENARIES))}
    for army in sorted(view.armies, key=lambda army: (order[army.side], army.level, army.name)):
        yield _army(view, army)


def own_armies(view: View) -> Iterator[Row]:
    """Yield the armies of the viewer's side, with their players."""
    armies = (army for army in view.armies if army.side == view.side)
    for army in sorted(armies, key=lambda army: (army.level, army.name)):
        yield _army(view, army)


def _army(view: View, army: Army) -> Row:
    units = ", ".join(f"{each.count:,} {each.creature}" for each in army.units if each.count)
    seat = view.assigned.get(army.name, "")
    return {
        "name": f"{SYMBOLS[army.side]} {army.name}",
        "side": capitalized(SIDE_NAMES[army.side]),
        "rank": f"{army.level} · {rank_name(view.world, army)}",
        "at": f"{army.place}{f' {BATTLE}' if army.name in view.engaged else ''}",
        "units": f"{army.size:,}",
        "legend": army.legend,
        "factions": ", ".join(FACTIONS[letter] for letter in army.factions),
        "list": units if army.size == sum(each.full for each in army.units) else f"{units} (full: {list_of(army)})",
        "turns": army.turns or None,
        "player": view.name_of(seat) if seat else "",
    }


def announced_battles(view: View) -> Iterator[Row]:
    """The battles that are announced (CPW-25, CPW-161)."""
    size = {army.name: army.size for army in view.armies}
    for battle in view.battles:
        if battle.number:
            yield {
                "number": battle.number,
                "battle": view.announcements[str(battle.number)],
                "first": ", ".join(f"{name} ({size[name]:,})" for name in battle.first),
                "second": ", ".join(f"{name} ({size[name]:,})" for name in battle.second),
                "plane": f"{plane_of(battle.place)}, {view.world.terrain[battle.place]}",
            }


def all_structures(view: View) -> Iterator[Row]:
    """Yield bases, strongholds, features and portals, with what combat has revealed (CPW-125)."""
    for each in view.world.structures.values():
        yield _structure(view, each)


def _structure(view: View, each: Structure) -> Row:
    state = "destroyed" if each.name in view.destroyed else ""
    if each.name in view.razing:
        state = f"being destroyed, turn {view.razing[each.name]} of {view.settings.destroy_turns}"
    effect = EFFECT_WORDS[each.effect].format(vp=view.settings.vp_feature) if each.effect else ""
    return {
        "name": f"{ICONS[each.kind]} {each.name}",
        "kind": f"{FACTIONS[each.faction].lower()} {each.kind}" if each.faction else each.kind,
        "at": each.place,
        "owner": capitalized(SIDE_NAMES[OWNERS[each.kind]]) if each.kind in OWNERS else "",
        "effect": f"leads to {each.leads_to}" if each.kind == PORTAL else effect,
        "control": capitalized(SIDE_NAMES[view.control[each.name]]) if each.name in view.control else "",
        "state": state,
        "note": view.notes.get(each.name, ""),
    }


# -- the last turn -----------------------------------------------------------------------------------------------------


def marches(view: View) -> Iterator[Row]:
    """Yield the last turn with movement (CPW-27): who moved, who had an order to move and did not, who met whom."""
    sides = {army.name: army.side for army in view.armies}
    turn = view.marched or view.last
    for event in turn.movement if turn is not None else ():
        if isinstance(event, events.Moved):
            yield _march(sides, event.army, HOW_MOVED[event.how], event.start, event.end, way_of(event))
        elif isinstance(event, events.Held):
            yield _march(sides, event.army, why_held(event), event.place, event.place, "")
        elif isinstance(event, events.Transferred):
            yield _march(sides, event.giver, describe(event, {}).removeprefix(f"{event.giver} "), "", "", "")
        elif isinstance(event, events.Met):
            yield _march(sides, event.first[0], describe(event, {}), "", event.place, "")


def _march(sides: Mapping[str, str], army: str, what: str, start: str, end: str, way: str) -> Row:
    side = sides.get(army, "")
    return {
        "army": f"{SYMBOLS.get(side, '')} {army}".strip(),
        "side": capitalized(SIDE_NAMES[side]) if side else "",
        "what": what,
        "start": start,
        "end": end,
        "way": way,
    }


def battle_results(view: View) -> Iterator[Row]:
    """Yield the results of the last turn's battles (CPW-27): both rolls, the winner, the losses and the effects."""
    if view.last is None:
        return
    events_by_battle = _by_battle(view.last.events)
    for battle in sorted(view.last.battles, key=lambda each: each.number):
        yield _result(view, battle, [each for each in events_by_battle.get(battle.number, ()) if _is_of(battle, each)])


def _by_battle(shown: Sequence[Event]) -> dict[int, list[Event]]:
    """Group the events by battle: from the first event of each battle to the first one of the next."""
    events_by_battle: dict[int, list[Event]] = {}
    number = 0
    for event in shown:
        if isinstance(event, events.Rolled | events.Won | events.Besieged | events.Ruled):
            number = event.battle
        events_by_battle.setdefault(number, []).append(event)
    return events_by_battle


def _is_of(battle: Battle, event: Event) -> bool:
    """Whether *event*, which follows the first event of *battle*, is a result of that battle."""
    if isinstance(event, events.Met):
        return event.clause in events.AFTER_BATTLES and event.second[0] in battle.armies
    if isinstance(event, events.Lost | events.Escaped | events.Killed | events.Moved):
        return event.army in battle.armies
    return isinstance(event, events.Rolled | events.Won | events.Besieged | events.Ruled)


def _result(view: View, battle: Battle, results: Sequence[Event]) -> Row:
    def sentences(*kinds: type[Event]) -> str:
        return "\n".join(describe(each, {}) for each in results if isinstance(each, kinds))

    def without_number(*kinds: type[Event]) -> str:
        return capitalized(sentences(*kinds).partition(": ")[2])

    rolls = [each for each in results if isinstance(each, events.Rolled) and each.what == "battle"]
    return {
        "number": battle.number,
        "battle": f"{battle_words(battle)}, {square_of(battle.place)}",
        "plane": f"{plane_of(battle.place)}, {view.world.terrain[battle.place]}",
        "first": _roll(rolls, battle.first),
        "second": _roll(rolls, battle.second),
        "result": without_number(events.Won) or sentences(events.Besieged),
        "losses": sentences(events.Lost),
        "after": sentences(events.Escaped, events.Killed, events.Moved, events.Met),
        "ruling": without_number(events.Ruled),
    }


def _roll(rolls: Sequence[events.Rolled], names: tuple[str, ...]) -> str:
    """Describe the last roll of a side with its parts: "13 = die 4, strategy +4, size +5". Ties are rolled again."""
    rolled = next((each for each in reversed(rolls) if each.armies == names), None)
    if rolled is None:
        return ""
    parts = [f"{part.what} {part.amount:+}" for part in rolled.parts[1:]]
    return f"{rolled.total} = {', '.join([f'die {rolled.parts[0].amount}', *parts])}"

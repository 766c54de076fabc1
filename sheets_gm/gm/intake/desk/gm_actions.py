"""How an order of a desk form becomes an action.

The Desk tab and the command line both use `action_of_desk_order`, so both accept the same words and give the same
answers. Every function here raises BadAction for an impossible action, with the wrong field.
"""

from __future__ import annotations

from difflib import get_close_matches

from sheets_gm.gm.between import effects
from sheets_gm.gm.between.finding import desk_actions
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import ClaimOrder, DeskOrder
from sheets_gm.gm.between.rulings import claim_of
from sheets_gm.kernel.actions import Action, BadAction
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.outcome import GM


def action_of_desk_order(context: MatchContext, order: DeskOrder, by: str = GM) -> Action:
    """Return the action that a row of the Desk tab asks for."""
    gm_action = desk_actions().get(plain(order.act))
    if gm_action is None:
        near = get_close_matches(order.act, desk_actions(), n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise BadAction(f"“{order.act}” is not a GM action.{meant} The actions are {', '.join(desk_actions())}.", "act")
    action = gm_action.make(context, order, by)
    effects.after(context.record, action, context.last + 1, context.now)
    return action


def action_of_claim_order(context: MatchContext, order: ClaimOrder, by: str) -> Action:
    """Return the claim or appeal that a row of the Claims tab makes."""
    action = claim_of(context, order, by)
    effects.after(context.record, action, context.last + 1, context.now)
    return action

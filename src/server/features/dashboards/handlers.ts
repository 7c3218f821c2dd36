/** Dashboards: the company's for human resources, and the employee's own in the portal. */
import type { Handler } from '../../platform/context.ts'
import { forbidden } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import { portalDashboard, todayFilings } from './portal.ts'
import { allowed, Reading, type Widget } from './reading.ts'
import { TALENT_WIDGETS, talentDashboard } from './talent.ts'
import { talentTile } from './talent-tiles.ts'
import { tileHandlers } from './tiles.ts'

/** One widget of the talent dashboard. */
const widget: Handler = {
  name: 'talent.widget',
  params: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: { enum: Object.keys(TALENT_WIDGETS) } } },
  run: async (ctx, _module, _request, params) => {
    const widget: Widget = TALENT_WIDGETS[(params as { name: keyof typeof TALENT_WIDGETS }).name]
    if (!allowed(ctx, widget.needs)) throw forbidden('You do not have access to the records behind this figure.')
    return widget.read(new Reading(ctx))
  },
}

export const dashboardHandlers: readonly Handler[] = [
  handler('talent.dashboard', talentDashboard),
  widget,
  talentTile,
  handler('portal.dashboard', portalDashboard),
  handler('portal.todayFilings', todayFilings),
  ...tileHandlers,
]

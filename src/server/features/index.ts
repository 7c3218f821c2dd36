/** The features of the product. The only list of them: routes, jobs, timers, effects and handlers follow from it. */
import { access } from './access/feature.ts'
import { account } from './account/feature.ts'
import { accounting } from './accounting/feature.ts'
import { approvals } from './approvals/feature.ts'
import { backup } from './backup/feature.ts'
import { builtin } from './builtin.ts'
import { certificates } from './certificates/feature.ts'
import { changeManagement } from './change-management/feature.ts'
import { chat } from './chat/feature.ts'
import { comments } from './comments/feature.ts'
import { company } from './company/feature.ts'
import { developerConsole } from './console/feature.ts'
import { dashboards } from './dashboards/feature.ts'
import type { Feature } from './feature.ts'
import { filings } from './filings/feature.ts'
import { home } from './home/feature.ts'
import { inventory } from './inventory/feature.ts'
import { leave } from './leave/feature.ts'
import { loans } from './loans/feature.ts'
import { media } from './media/feature.ts'
import { memos } from './memos/feature.ts'
import { myTeam } from './my-team/feature.ts'
import { parties } from './parties/feature.ts'
import { payroll } from './payroll/feature.ts'
import { people } from './people/feature.ts'
import { purchasing } from './purchasing/feature.ts'
import { sales } from './sales/feature.ts'
import { tags } from './tags/feature.ts'
import { time } from './time/feature.ts'

export const FEATURES: readonly Feature[] = [
  builtin,
  // Access and the pages of a user
  access,
  account,
  company,
  home,
  media,
  comments,
  tags,
  chat,
  backup,
  developerConsole,
  dashboards,
  // Across applications
  approvals,
  changeManagement,
  // Trading and books
  accounting,
  inventory,
  purchasing,
  sales,
  parties,
  // People
  people,
  myTeam,
  memos,
  time,
  filings,
  leave,
  loans,
  payroll,
  certificates,
]

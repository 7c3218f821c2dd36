import { label } from '../../../i18n/index.ts'
import { useModuleRoute } from '../../../shell/module-route.tsx'
import { usePageTitle } from '../../../shell/page-title.ts'
import Subscription from '../../account/Subscription.tsx'
import classes from './instance.module.css'

/** The licence, where administrators look for it; everybody finds the same in his account. */
export default function Instance() {
  usePageTitle(label(useModuleRoute().module.title))
  return (
    <div className={classes.page}>
      <Subscription />
    </div>
  )
}

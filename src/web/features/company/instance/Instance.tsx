import { label } from '../../../i18n/index.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import Subscription from '../../account/Subscription.tsx'
import classes from './instance.module.css'
import { SignatureKey } from './SignatureKey.tsx'

/** The licence, where administrators look for it; other users find the same in their account. */
export default function Instance() {
  const { module, can } = useModuleRoute()
  usePageTitle(label(module.title))
  return (
    <div className={classes.page}>
      <Subscription />
      {can('edit') && <SignatureKey />}
    </div>
  )
}

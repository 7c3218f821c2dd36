import { Head } from './parts.tsx'
import { SharedByMeCard, SharedWithMeCard } from './tables.tsx'
import { t } from './text.ts'

/** Files that others see of mine, and that I see of others. */
const Sharing = () => (
  <>
    <Head title={t('account.sharing')} text={t('account.sharingText')} />
    <SharedByMeCard brief />
    <SharedWithMeCard brief />
  </>
)

export default Sharing

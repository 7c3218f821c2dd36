import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

const AT_ONCE = 4

/** Where toasts appear: top right. */
const Toaster = () => <Notifications position="top-right" limit={AT_ONCE} />

export default Toaster

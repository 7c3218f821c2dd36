import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import styles from './Toaster.module.css'

const AT_ONCE = 4

/** Where toasts appear: top right, beneath what stays in sight while a page scrolls. */
const Toaster = () => <Notifications position="top-right" limit={AT_ONCE} classNames={{ root: styles.root! }} />

export default Toaster

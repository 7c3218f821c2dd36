import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import styles from './Toaster.module.css'

const AT_ONCE = 4

/** Position of toasts: top right, beneath the fixed part of a scrolling page. */
const Toaster = () => <Notifications position="top-right" limit={AT_ONCE} classNames={{ root: styles.root! }} />

export default Toaster

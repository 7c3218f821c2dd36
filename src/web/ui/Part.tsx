import { Component, type ReactNode } from 'react'
import { reloadIfOutdated } from '../api/build.ts'
import { t } from '../i18n/index.ts'
import { isChunkError } from './chunk.ts'
import { toast } from './toast.ts'

interface Props {
  /** Another value gives the part another try. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

/**
 * Around a part of the page whose code comes when it is wanted (a menu, a dialog, the palette): when it does not come, that
 * part is missing and a message says so, while the page with everything typed into it stays.
 */
export class Part extends Component<Props, { error: unknown; resetKey: unknown }> {
  override state = { error: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError = (error: unknown) => ({ error })
  static getDerivedStateFromProps({ resetKey }: Props, state: { error: unknown; resetKey: unknown }) {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey }
  }
  private readonly again = () => this.setState({ error: undefined })

  override componentDidMount() {
    window.addEventListener('online', this.again)
  }
  override componentWillUnmount() {
    window.removeEventListener('online', this.again)
  }
  override componentDidCatch(error: unknown) {
    if (isChunkError(error)) void reloadIfOutdated().then((reloads) => reloads || toast('danger', t('page.partFailed')))
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // Other errors are shown by the page.
    if (!isChunkError(error)) throw error
    return null
  }
}

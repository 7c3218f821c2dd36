import { Theme } from '../theme/Theme.tsx'
import { SignIn } from './SignIn.tsx'

/**
 * The screens that need no session. They are their own small program without router and queries, so
 * that the first page anyone sees arrives fast; signing in loads the application afresh.
 */
const Public = () => (
  <Theme>
    <SignIn />
  </Theme>
)

export default Public

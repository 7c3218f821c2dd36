/** Pages of the package, by module. They are built with the web application. */
import { type FeatureScreens, lazyScreen } from 'tanggapan/screens'

export const screens: FeatureScreens = {
  fleet_board: { index: lazyScreen(() => import('./FleetBoard.tsx')) },
}

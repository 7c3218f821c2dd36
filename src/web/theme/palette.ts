import type { MantineColorsTuple } from '@mantine/core'

/**
 * Colours, generated in OKLCH with one lightness ramp for all hues, so that any of them can be an
 * application's accent: white text on shade 8 has at least 5.4:1, shade 9 on shade 1 at least 6.7:1,
 * shade 4 on the dark background at least 7.6:1.
 */
export const palette = {
  red: ['#fef5f4', '#fee9e7', '#ffd4cf', '#ffb7b1', '#fe8d86', '#ee6a64', '#da4f4c', '#c43f3e', '#af3433', '#8b2727'],
  orange: ['#fff5f0', '#feeadf', '#ffd6c0', '#ffbb95', '#f9965c', '#e87627', '#cf6000', '#b65400', '#a04a02', '#7f3901'],
  yellow: ['#fef6ea', '#fbedd5', '#f7dcaf', '#efc57f', '#e1a737', '#c78e05', '#ac7a02', '#986b00', '#855e00', '#694900'],
  green: ['#effbf1', '#dff6e2', '#c2ecc9', '#9cdfaa', '#6acb82', '#37b560', '#029f49', '#018c3f', '#017b37', '#006129'],
  teal: ['#ebfcf7', '#d7f7ee', '#b1eee0', '#7ee2cc', '#08cfb3', '#08b29a', '#019a85', '#068874', '#007766', '#005e50'],
  cyan: ['#ecfafe', '#d5f5fd', '#aeebfb', '#78ddf5', '#0bc7e8', '#00acc8', '#0b94ad', '#058298', '#007386', '#035a69'],
  blue: ['#f3f8fe', '#e3f0fe', '#c9e3fe', '#a6d1fe', '#72b8fe', '#389efb', '#0487e7', '#0177cc', '#0168b4', '#01518f'],
  indigo: ['#f5f7fe', '#e8eeff', '#d4dfff', '#b9cbff', '#95affe', '#7391ff', '#5d7aec', '#4f69d7', '#445bc0', '#344799'],
  violet: ['#f7f6fe', '#eeecfe', '#e0dafe', '#cdc3fe', '#b5a3fe', '#9e83f6', '#896be3', '#795bce', '#6b4fb8', '#533d92'],
  grape: ['#fdf4ff', '#fae7fd', '#f5d2fa', '#ebb7f3', '#dc93e7', '#c873d5', '#b45ac2', '#a14bae', '#8f3f9b', '#71307b'],
  pink: ['#fff4f8', '#fee7ef', '#ffd1e1', '#ffb2cf', '#f78bb7', '#e5689f', '#d14e8a', '#bc3e79', '#a7336b', '#852753'],
  /** Neutrals: 6 is the lightest that still reads as text on white (4.9:1). */
  gray: ['#f8f9fb', '#f1f3f5', '#e6e8ec', '#d8dade', '#bbbec2', '#93969b', '#6c6f75', '#55575c', '#3a3c40', '#191b1e'],
  /** Dark surfaces: 7 page, 6 raised, 5 hover, 4 border; 2 is the dimmest readable text (6.5:1 on 7). */
  dark: ['#e1e3e7', '#c3c6cb', '#a3a6ad', '#7b7e85', '#3f4248', '#303338', '#24262b', '#1a1c20', '#141619', '#0d0e11'],
} as const satisfies Record<string, MantineColorsTuple>

export type Accent = Exclude<keyof typeof palette, 'gray' | 'dark'>

export const isAccent = (name: string | undefined): name is Accent =>
  name !== undefined && name in palette && name !== 'gray' && name !== 'dark'

/** The accent of the sign-in page, Home, and of applications that name none. */
export const DEFAULT_ACCENT: Accent = 'indigo'

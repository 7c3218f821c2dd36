import * as a11y from '@storybook/addon-a11y/preview'
import { setProjectAnnotations } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import * as preview from './preview.tsx'

/**
 * Only violations fail a story: describing all that passed, and sending it to the reporter, takes longer than most rules. The
 * rule that reads style sheets is experimental and does not run.
 */
const onlyViolations = { parameters: { a11y: { options: { resultTypes: ['violations'], preload: { assets: ['media'] } } } } }

setProjectAnnotations([a11y, preview, onlyViolations])

// Two files at once, and a first start beside them: what a story waits for may take longer than a second. Nothing waits longer
// than it must.
configure({ asyncUtilTimeout: 10_000 })

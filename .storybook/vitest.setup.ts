import * as a11y from '@storybook/addon-a11y/preview'
import { setProjectAnnotations } from '@storybook/react-vite'
import { configure } from 'storybook/test'
import * as preview from './preview.tsx'

setProjectAnnotations([a11y, preview])

// Two files at once, and a first start beside them: what a story waits for may take longer than a second. Nothing waits longer
// than it must.
configure({ asyncUtilTimeout: 10_000 })

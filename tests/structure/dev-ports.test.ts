import { expect, test } from 'vitest'
import { devPorts } from '../../scripts/dev-ports.ts'

test('the API of a checkout uses the port next to its page, so that two checkouts do not collide', () => {
  expect(devPorts({})).toEqual({ page: '8080', api: '8081' })
  expect(devPorts({ PORT: '9000' })).toEqual({ page: '9000', api: '9001' })
  expect(devPorts({ PORT: '9000', API_PORT: '7000' })).toEqual({ page: '9000', api: '7000' })
})

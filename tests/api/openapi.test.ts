import { expect, test } from 'vitest'
import { openApi } from '../../src/server/openapi/index.ts'
import { fixtureModules } from './harness.ts'

test('every call of a module is described, with request schemas that match its validation', async () => {
  const modules = await fixtureModules(['fixture_group', 'fixture_master', 'fixture_order', 'fixture_receipt'])
  const document = openApi(modules, { version: '1.2.3' })
  const paths = Object.keys(document.paths)
  expect(paths).toEqual(
    expect.arrayContaining([
      '/fixture_master/paginate',
      '/fixture_master/{id}',
      '/fixture_order/{id}/post',
      '/fixture_order/{id}/void',
      '/fixture_order/{id}/items',
      '/fixture_order/defaults',
      '/fixture_master/import',
    ]),
  )
  expect(paths).not.toContain('/fixture_master/{id}/post')
  expect(document.paths['/fixture_master']!.post!.requestBody!.content['application/json']!.schema).toEqual({
    $ref: '#/components/schemas/fixture_master.request',
  })
  const request = document.components.schemas['fixture_master.request'] as { properties: Record<string, unknown> }
  expect(Object.keys(request.properties)).toContain('fixture_group_id')
  expect(Object.keys((document.components.schemas.fixture_order as { properties: Record<string, unknown> }).properties)).toEqual(
    expect.arrayContaining(['fixture_group', 'is_posted', 'items', 'status']),
  )
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap((entry) => (typeof entry === 'object' ? entry.operationId : [])),
  )
  expect(new Set(ids).size).toBe(ids.length)
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
  for (const [, name] of references) expect(document.components.schemas, name).toHaveProperty([name!])
})

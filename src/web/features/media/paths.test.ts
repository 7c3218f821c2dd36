import { describe, expect, test } from 'vitest'
import { asTree, pathTo } from './paths.ts'

const FOLDERS = [
  { id: 1, parent_id: null },
  { id: 2, parent_id: 1 },
  { id: 3, parent_id: 2 },
  { id: 4, parent_id: null },
  // Its parent belongs to another user.
  { id: 5, parent_id: 99 },
]

describe('folders', () => {
  test('the path leads from the root to the folder', () => {
    expect(pathTo(FOLDERS, 3).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(pathTo(FOLDERS, 5).map(({ id }) => id)).toEqual([5])
    expect(pathTo(FOLDERS, null)).toEqual([])
  })

  test('a cycle ends', () => {
    const circle = [
      { id: 1, parent_id: 2 },
      { id: 2, parent_id: 1 },
    ]
    expect(pathTo(circle, 1).map(({ id }) => id)).toEqual([2, 1])
  })

  test('the tree omits a folder with its contents', () => {
    expect(asTree(FOLDERS).map(({ folder, depth }) => [folder.id, depth])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
      [4, 0],
      [5, 0],
    ])
    expect(asTree(FOLDERS, 2).map(({ folder }) => folder.id)).toEqual([1, 4, 5])
  })
})

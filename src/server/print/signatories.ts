/** Who signs a document. */
import type { Content } from 'pdfmake/interfaces.js'
import type { Module, Row } from '../../engine/model/module.ts'
import { breakable, MUTED } from './measure.ts'

/** Where a record has its approver: as `approved_by`, or as the module's own workflow stamps the step to an approved state. */
function approvers({ workflow, field }: Module): string[] {
  const { transitions = {}, states = {} } = workflow ?? {}
  const stamped = Object.values(transitions).flatMap(({ to, stamps }) =>
    stamps.by && states[to]?.flags.includes('is_approved') ? [field[stamps.by]?.refAs ?? ''] : [],
  )
  return ['approved_by_user', ...stamped.filter(Boolean)]
}

/** The signatories of the document, by step; steps that were not done have no name. The recipient signs on the paper. */
export function signatories(module: Module, record: Row, receipt: string | undefined, room: number): Content[] {
  const name = (value: unknown) => (value && typeof value === 'object' ? String((value as Row).name ?? '') : '')
  const people = [
    ['Prepared by', name(record.created_by_user)],
    [
      'Approved by',
      approvers(module)
        .map((field) => name(record[field]))
        .find(Boolean) ?? '',
    ],
    ['Received by', name(record.received_by_user)],
  ].filter(([, who]) => who !== '')
  if (receipt) people.push([receipt, ' '])
  if (people.length === 0) return []
  const width = Math.min(150, (room - 20 * (people.length - 1)) / people.length)
  return [
    {
      columns: people.map(([title, who]) => ({
        width,
        stack: [
          { text: title!, fontSize: 8, color: MUTED },
          { ...breakable(who!, width, 9), margin: [0, 18, 0, 0] },
          { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width - 6, y2: 0, lineWidth: 0.5 }] },
          ...(who === ' ' ? [{ text: 'Signature over printed name, date', fontSize: 7, color: MUTED }] : []),
        ],
      })),
      columnGap: 20,
      margin: [0, 24, 0, 0],
      unbreakable: true,
    },
  ]
}

/**
 * Back-dating (rules B1-B3): goods going out on an earlier day must have been there on that day and on every
 * day since, in quantity and in value.
 */
interface DatedMovement {
  readonly date: string
  readonly qty: bigint
  readonly value: bigint
}

/**
 * First day on which removing `qty` and `value` on `date` would leave a negative balance, with that balance; undefined
 * when it never does. `movements` are those of the bucket, in any order. Without a value only the quantity is checked
 * (voids: their value is that of the row they undo).
 */
export function firstShortDay(
  movements: readonly DatedMovement[],
  date: string,
  qty: bigint,
  value?: bigint,
): { date: string; qty: bigint; value: bigint } | undefined {
  let runningQty = 0n
  let runningValue = 0n
  const later = new Map<string, { qty: bigint; value: bigint }>()
  for (const row of movements) {
    if (row.date <= date) {
      runningQty += row.qty
      runningValue += row.value
      continue
    }
    const day = later.get(row.date) ?? { qty: 0n, value: 0n }
    later.set(row.date, { qty: day.qty + row.qty, value: day.value + row.value })
  }
  const short = (day: string) =>
    runningQty < qty || (value !== undefined && runningValue < value)
      ? { date: day, qty: runningQty - qty, value: runningValue - (value ?? 0n) }
      : undefined
  const atOnce = short(date)
  if (atOnce) return atOnce
  for (const day of [...later.keys()].sort()) {
    runningQty += later.get(day)!.qty
    runningValue += later.get(day)!.value
    const found = short(day)
    if (found) return found
  }
  return undefined
}

/**
 * A function of what never changes, which is answered from memory from the second time on; a key that nobody else holds is
 * forgotten. The function must not answer undefined.
 */
export function onceFor<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) known.set(key, (value = compute(key)))
    return value
  }
}

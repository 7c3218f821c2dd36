/**
 * Stands in for the library with which the form library merges `allOf`. The schemas that our forms are drawn from
 * have none: laying the parts over each other is enough for what may still come.
 */
interface Schema {
  readonly allOf?: readonly object[]
}

const mergeAllOf = ({ allOf = [], ...schema }: Schema): object => Object.assign(schema, ...allOf)

export default mergeAllOf

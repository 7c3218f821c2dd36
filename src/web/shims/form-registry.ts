/**
 * Stands in for the form library's registry of fields, templates and widgets. Every field of ours draws itself
 * (`records/form/RecordForm.tsx`), so the library's own arrays, layouts and inputs would be sent and never drawn.
 */
import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js'
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js'
import { englishStringTranslator } from '@rjsf/utils'

const getDefaultRegistry = () => ({
  fields: { ObjectField, SchemaField },
  templates: { ButtonTemplates: {} },
  widgets: {},
  rootSchema: {},
  formContext: {},
  translateString: englishStringTranslator,
})

export default getDefaultRegistry

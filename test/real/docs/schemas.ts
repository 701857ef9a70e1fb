/** Has the schemas of compose and of CI systems as files; nothing of its program is run. */
export const SCHEMAS = 'check-jsonschema==0.39.0';

import type { Attributes } from '../../../framework/schema/schema';

/** Options of attributes. */
export const optional = { optional: true, description: '' } as const;
export const required = { required: true, description: '' } as const;
export const computed = { computed: true, description: '' } as const;

/** A schema with these attributes. */
export const schemaOf = <A extends Attributes>(attributes: A) => ({ description: '', attributes });

/** A provider without anything. */
export const DEMO = { typeName: 'demo', source: 'example/demo', schema: schemaOf({}), resources: [] };

import type { z } from 'zod';
import type { FieldKind } from '#kit/contract/schemas.ts';
import { schemaField } from '#kit/pages/schema-fields.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import type { Unit } from '#kit/protocol/types/define.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';

/** Lists of the protocol that have their own editor. */
const listKinds = {
  'functions.order': 'functions',
  'notes.accepted': 'notes',
  'noteSwitch.schedule': 'schedule',
  'exchange.hoppers': 'hoppers',
  'needleGame.stages': 'stages',
  'lanes.lanes': 'lanes',
  'prizeLanes.lanes': 'lanes',
} as const;
export type ListKind = (typeof listKinds)[keyof typeof listKinds];

/** One value of a group, as its schema describes it. */
export interface SettingField {
  group: string;
  name: string;
  /** `group.name`: names the value in drafts, errors and forms */
  path: string;
  kind: FieldKind | ListKind;
  unit: Unit | undefined;
  min: number | undefined;
  max: number | undefined;
  /** values of a choice */
  options: readonly string[];
}

interface Layer {
  innerType?: z.ZodType;
  entries?: Record<string, string>;
}

/** Defaults wrap the schema that knows the unit and the choices. */
function detailsOf(schema: z.ZodType): { unit: Unit | undefined; options: readonly string[] } {
  let unit: Unit | undefined;
  for (let layer: z.ZodType | undefined = schema; layer; ) {
    const definition = layer._zod.def as unknown as Layer;
    unit ??= (layer.meta() as { unit?: Unit } | undefined)?.unit;
    if (!definition.innerType) return { unit, options: Object.values(definition.entries ?? {}) };
    layer = definition.innerType;
  }
  return { unit, options: [] };
}

function fieldOf(group: string, name: string, schema: z.ZodType): SettingField {
  const path = `${group}.${name}`;
  const { kind, options: limits } = schemaField(schema);
  return {
    group,
    name,
    path,
    kind: listKinds[path as keyof typeof listKinds] ?? kind,
    min: limits.min,
    max: limits.max,
    ...detailsOf(schema),
  };
}

export const groupsOf = (type: DeviceType): string[] => Object.keys(definitionOf(type).groups);

/** Every value of the type in the order of its definition; of some groups only when they are named. */
export function fieldsOf(type: DeviceType, groups?: readonly string[]): SettingField[] {
  return Object.entries(definitionOf(type).groups)
    .filter(([group]) => groups?.includes(group) ?? true)
    .flatMap(([group, schema]) =>
      Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) =>
        fieldOf(group, name, field),
      ),
    );
}

export const fieldAt = (type: DeviceType, path: string): SettingField | undefined =>
  fieldsOf(type).find((field) => path === field.path || path.startsWith(`${field.path}.`));

/** Lanes are laid out on other screens; here they are only shown. */
export const isEditedHere = (field: SettingField) => field.kind !== 'lanes';

const delicateNames = new Set([
  'payoutMode',
  'guaranteeAfterPlays',
  'coinsPerPlay',
  'coinsPerYuan',
  'ticketsPerPlay',
  'bonusTickets',
]);

/** A slip here costs money at once: prices, odds, guarantees. Asked about before it is sent. */
export const isDelicate = (field: SettingField) =>
  field.kind === 'money' || field.kind === 'percent' || delicateNames.has(field.name);

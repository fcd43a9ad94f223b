import { type Components, componentSchemas, isJson, type Json } from './openapi-schemas.ts';

/** A record shorter than this is shorter than what names it. */
const worthSharingBytes = 240;
/** A parameter that so many calls take is a component. */
const worthSharingUses = 5;

interface Found {
  name: string;
  uses: number;
}

function uniqueNames(taken: Iterable<string>): (wanted: string) => string {
  const names = new Set(taken);
  return (wanted) => {
    let name = wanted;
    for (let number = 2; names.has(name); number++) name = `${wanted}${number}`;
    names.add(name);
    return name;
  };
}

const isRecord = (value: Json) => value.type === 'object' && isJson(value.properties);

/** Every field of the schema below `value`, with the name it goes by; what only frames it has none. */
function inside(value: Json, name: string): [part: Json, name: string][] {
  return Object.entries(value).flatMap(([key, part]): [Json, string][] => {
    if (!isJson(part)) return [];
    if (key !== 'properties') return [[part, name]];
    return Object.entries(part).flatMap(([field, schema]) => (isJson(schema) ? [[schema, field]] : []));
  });
}

export type Operation = Json & { operationId: string; parameters: Json[] };

/** Records that several calls take or answer become components, named after the first call and field that has them. */
export function shareRecords(operations: readonly Operation[], components: Components): void {
  const found = new Map<string, Found>();
  const unique = uniqueNames(Object.keys(components));

  const count = (value: Json, call: string, field: string): void => {
    if (isRecord(value)) {
      const text = JSON.stringify(value);
      const known = found.get(text);
      if (known) known.uses++;
      // what stands inside it is counted with the first of them alone
      if (known) return;
      if (text.length >= worthSharingBytes) found.set(text, { name: unique(`${call}.${field}`), uses: 1 });
    }
    for (const [part, name] of inside(value, field)) count(part, call, name);
  };

  const share = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(share);
    if (!isJson(value)) return value;
    const shared = isRecord(value) ? found.get(JSON.stringify(value)) : undefined;
    const written = () => Object.fromEntries(Object.entries(value).map(([key, part]) => [key, share(part)]));
    if (!shared || shared.uses === 1) return written();
    components[shared.name] ??= written();
    return { $ref: componentSchemas + shared.name };
  };

  const places = { requestBody: 'input', responses: 'data' };
  for (const operation of operations)
    for (const [place, field] of Object.entries(places))
      if (isJson(operation[place])) count(operation[place], operation.operationId, field);
  for (const operation of operations)
    for (const place of Object.keys(places)) if (operation[place]) operation[place] = share(operation[place]);
}

/** Parameters that many calls take, such as the number of a page, become components too. */
export function shareParameters(operations: readonly Operation[], components: Components): void {
  const found = new Map<string, Found>();
  const unique = uniqueNames(Object.keys(components));
  for (const { parameters } of operations)
    for (const parameter of parameters) {
      const text = JSON.stringify(parameter);
      const known = found.get(text);
      if (known) known.uses++;
      else found.set(text, { name: String(parameter.name), uses: 1 });
    }
  for (const [text, shared] of found) {
    if (shared.uses < worthSharingUses || !JSON.parse(text).schema) continue;
    shared.name = unique(shared.name);
    components[shared.name] = JSON.parse(text) as Json;
  }
  for (const operation of operations)
    operation.parameters = operation.parameters.map((parameter) => {
      const shared = found.get(JSON.stringify(parameter));
      return shared && components[shared.name] && shared.uses >= worthSharingUses && parameter.schema
        ? { $ref: `#/components/parameters/${shared.name}` }
        : parameter;
    });
}

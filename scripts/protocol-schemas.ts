/**
 * `npm run protocol:schemas` writes the JSON Schemas of every message and of each type's settings to
 * docs/device-protocol/; with `--check` it only fails when they are stale.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { faults } from '#kit/protocol/faults.ts';
import { limits, protocolVersion } from '#kit/protocol/limits.ts';
import { downMessages, isSigned, upMessages } from '#kit/protocol/messages.ts';
import { signedEnvelope } from '#kit/protocol/signing.ts';
import type { DownKind } from '#kit/protocol/topics.ts';
import { definitionOf } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';

export const schemasFolder = fileURLToPath(new URL('../docs/device-protocol', import.meta.url));

/** Forms know more about a field than firmware needs to. */
const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    // unknown fields are ignored, so what may come in is described, not what is read
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.field;
      delete jsonSchema.means;
      delete jsonSchema.label;
    },
  });

const text = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`;

function settingsSchema(type: DeviceType) {
  const { groups } = definitionOf(type);
  return { title: `Settings of a ${type}`, ...schemaOf(z.strictObject({ ...groups })) };
}

function describeType(type: DeviceType) {
  const { commands, counters, fastestPerSecond, faults: codes } = definitionOf(type);
  return {
    commands: Object.fromEntries(
      Object.entries(commands).map(([name, { parameters, moves, asked, withinMs }]) => [
        name,
        { moves, counts: asked !== undefined, withinMs, parameters: schemaOf(parameters) },
      ]),
    ),
    counters,
    ...(fastestPerSecond && { fastestPerSecond }),
    faults: Object.fromEntries(codes.map((code) => [code, faults[code]])),
  };
}

/** Name of each file, and what it should hold. */
export function renderSchemas(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [kind, schema] of Object.entries(upMessages))
    files.set(`up-${kind}.json`, text({ title: `up/${kind}`, ...schemaOf(schema) }));
  for (const [kind, schema] of Object.entries(downMessages)) {
    const title = `down/${kind}${isSigned(kind as DownKind) ? ', the body of a signed envelope' : ''}`;
    files.set(`down-${kind}.json`, text({ title, ...schemaOf(schema) }));
  }
  files.set('envelope.json', text({ title: 'Signed envelope', ...schemaOf(signedEnvelope) }));
  for (const type of deviceTypes) files.set(`settings-${type}.json`, text(settingsSchema(type)));
  const types = Object.fromEntries(deviceTypes.map((type) => [type, describeType(type)]));
  files.set('types.json', text({ protocol: protocolVersion, limits, types }));
  return files;
}

/** Files that are missing, differ or belong to nothing any more. */
export function staleSchemas(): string[] {
  const wanted = renderSchemas();
  const present = existsSync(schemasFolder) ? readdirSync(schemasFolder) : [];
  const differing = [...wanted].filter(
    ([name, content]) =>
      !present.includes(name) || readFileSync(join(schemasFolder, name), 'utf8') !== content,
  );
  return [...differing.map(([name]) => name), ...present.filter((name) => !wanted.has(name))];
}

function writeSchemas(): void {
  mkdirSync(schemasFolder, { recursive: true });
  const wanted = renderSchemas();
  for (const name of readdirSync(schemasFolder)) if (!wanted.has(name)) rmSync(join(schemasFolder, name));
  for (const [name, content] of wanted) writeFileSync(join(schemasFolder, name), content);
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeSchemas();
  const stale = staleSchemas();
  if (stale.length > 0) {
    console.error(`docs/device-protocol is stale (${stale.join(', ')}): run npm run protocol:schemas`);
    process.exitCode = 1;
  }
}

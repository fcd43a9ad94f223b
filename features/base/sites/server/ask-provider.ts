import type { z } from 'zod';
import { invalid, unavailable } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import { MapError, type MapPath } from '#providers/map/client.ts';

function textParams(input: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** The path is ours and the parameters passed the contract: a caller can name neither host nor path nor key. */
export async function askProvider<O extends z.ZodType>(
  services: Services,
  path: MapPath,
  input: object,
  output: O,
): Promise<z.output<O>> {
  if (!services.map) throw invalid('sites:error.notConfigured');
  try {
    return output.parse(await services.map.request(path, textParams(input)));
  } catch (error) {
    if (error instanceof MapError && error.code === 'invalid_parameter')
      throw invalid('sites:error.badParameter', { name: error.parameter ?? '' });
    services.log.warn({ err: error, path }, 'map provider');
    throw unavailable('sites:error.unreachable');
  }
}

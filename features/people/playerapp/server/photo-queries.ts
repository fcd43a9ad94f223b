import type { Reader } from '#kit/server/database.ts';
import { run } from '#kit/server/row-statements.ts';

export const photoKey = (name: string): string => `players/${name}`;

/** Who has the name of a picture was shown it. */
export async function findPhotoByName(
  reader: Reader,
  name: string,
): Promise<{ contentType: string } | undefined> {
  const [found] = await run(reader, 'select content_type from player_photo where name = $1', [name]);
  return found && { contentType: String(found[0]) };
}

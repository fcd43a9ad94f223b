/** What guessing begins with: our own name. */
const houseWords = ['coinyard'];

let known: Promise<ReadonlySet<string>> | undefined;

/** Read by the first who chooses a password: a server to which nobody gives one does not carry the list. */
async function readKnown(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/** Whether a password is one of those that are tried first, whatever its capitals. */
export async function isKnownPassword(plain: string): Promise<boolean> {
  const lower = plain.toLowerCase();
  known ??= readKnown();
  return houseWords.some((word) => lower.includes(word)) || (await known).has(lower);
}

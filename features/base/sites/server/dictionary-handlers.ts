import type { Handlers } from '#kit/server/context.ts';
import type { dictionariesContract } from '../contract/dictionaries.ts';
import { dictionaryOf } from './dictionary-table.ts';

export const dictionaryHandlers: Handlers<Pick<typeof dictionariesContract, 'readDictionary'>> = {
  /** An unknown code is an empty dictionary: clients of this family ask for their own codes. */
  async readDictionary({ services, language }, { code }) {
    const dictionary = dictionaryOf(code);
    if (!dictionary) return [];
    return dictionary.keys.map((key, index) => ({
      id: `${code}:${key}`,
      parentId: '0',
      code,
      dictKey: String(key),
      dictValue: services.texts.say(language, dictionary.nameOf(key)),
      sort: index + 1,
      remark: '',
      isSealed: 0,
    }));
  },
};

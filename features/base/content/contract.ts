import { articleEditorContract, articlesContract } from './contract/articles.ts';
import { keyDataContract } from './contract/key-data.ts';
import { messagesContract } from './contract/messages.ts';

export const contentContract = {
  ...articlesContract,
  ...articleEditorContract,
  ...messagesContract,
  ...keyDataContract,
};

import type { Handler } from '#kit/server/context.ts';
import type { sitesContract } from '../contract.ts';
import { businessCategories } from '../data/business-categories.ts';

export const listBusinessCategories: Handler<typeof sitesContract.listBusinessCategories> = async (
  context,
) => ({
  result_code: 200,
  result_message: context.services.texts.say(context.language, 'kit:state.ok'),
  data: businessCategories(context.language),
  success: true,
});

import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { menuContract } from '../contract/menu.ts';
import { buttonsOf, menuOf } from './menu-tree.ts';

const say =
  ({ services, language }: StaffContext) =>
  (key: string) =>
    services.texts.say(language, key);

const menuRoutes = async (context: StaffContext) =>
  menuOf(context.services.features, context.session, say(context));

export const menuHandlers: Handlers<typeof menuContract> = {
  menuRoutes,
  menuRoutesH5: menuRoutes,
  menuButtons: async (context) => buttonsOf(context.services.features, context.session, say(context)),
};

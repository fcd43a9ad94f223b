import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { menuContract } from '../contract/menu.ts';
import { buttonsOf, menuOf, nestedPaths } from './menu-tree.ts';

const say =
  ({ services, language }: StaffContext) =>
  (key: string) =>
    services.texts.say(language, key);

const menu = (context: StaffContext) => menuOf(context.services.features, context.session, say(context));

export const menuHandlers: Handlers<typeof menuContract> = {
  menuRoutes: async (context, { topMenuId }) =>
    nestedPaths(menu(context).filter(({ id }) => topMenuId === undefined || id === topMenuId)),
  menuRoutesH5: async (context) => menu(context),
  topMenu: async (context) =>
    menu(context).map(({ id, code, name, source, sort }) => ({
      id,
      tenantId: context.session.tenantId,
      code,
      name,
      source,
      sort,
    })),
  menuButtons: async (context) => buttonsOf(context.services.features, context.session, say(context)),
};

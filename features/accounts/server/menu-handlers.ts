import type { StaffContext } from '#kit/server/context.ts';
import { buttonsOf, grantTreeOf, menuOf } from './menu-tree.ts';

const say =
  ({ services, language }: StaffContext) =>
  (key: string) =>
    services.texts.say(language, key);

export const menuRoutes = async (context: StaffContext) =>
  menuOf(context.services.features, context.session, say(context));

export const menuButtons = async (context: StaffContext) =>
  buttonsOf(context.services.features, context.session, say(context));

/** Row scope follows from sites and organisations, and calls from their permission: neither is granted apart. */
export const grantTree = async (context: StaffContext) => ({
  menu: grantTreeOf(context.services.features, context.session, say(context)),
  dataScope: [],
  apiScope: [],
});

import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { empty } from '#kit/contract/schemas.ts';

interface MenuShape {
  id: string;
  parentId: string;
  code: string;
  name: string;
  alias: string;
  path: string;
  source: string;
  sort: number;
  category: number;
  action: number;
  isOpen: number;
  hasChildren: boolean;
  children?: MenuShape[];
}
export const menuNode: z.ZodType<MenuShape, MenuShape> = z
  .object({
    id: z.string(),
    parentId: z.string(),
    /** roots: sy, cpdt, my; a button's code is its permission key */
    code: z.string(),
    name: z.string(),
    alias: z.string(),
    path: z.string(),
    source: z.string(),
    sort: z.int(),
    category: z.int(),
    action: z.int(),
    isOpen: z.int(),
    hasChildren: z.boolean(),
    get children() {
      return z.array(menuNode).optional();
    },
  })
  .meta({ id: 'MenuNode' });
export type MenuNode = MenuShape;

const menu = <I extends z.ZodObject>(name: string, summary: string, input: I) =>
  get(`/api/blade-system/menu/${name}`, 'session', {
    summary,
    input,
    output: z.array(menuNode),
  });

export const menuContract = {
  menuRoutes: menu(
    'routes',
    'The menu of the caller for standard clients: every path lies below its parent’s, and leads to the page too',
    z.object({
      /** of `top-menu`: that part alone */
      topMenuId: z.string().max(40).optional(),
    }),
  ),
  menuRoutesH5: menu(
    'routesH5',
    'The menu of the caller: sy, cpdt, my, with the addresses of the pages',
    empty(),
  ),
  menuButtons: menu('buttons', 'The menu with the permission keys that the caller holds as buttons', empty()),
  topMenu: get('/api/blade-system/menu/top-menu', 'session', {
    summary: 'The parts of the menu that clients show at the top; `routes` takes their ids',
    output: z.array(
      z.object({
        id: z.string(),
        tenantId: z.string(),
        code: z.string(),
        name: z.string(),
        source: z.string(),
        sort: z.int(),
      }),
    ),
  }),
};

import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
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

const menu = (name: string, summary: string) =>
  defineEndpoint({
    method: 'GET',
    path: `/api/blade-system/menu/${name}`,
    access: 'session',
    summary,
    input: empty(),
    output: z.array(menuNode),
  });

export const menuContract = {
  menuRoutes: menu('routes', 'The menu of the caller: sy, cpdt, my'),
  menuRoutesH5: menu('routesH5', 'The same menu under the name that H5 clients use'),
  menuButtons: menu('buttons', 'The menu with the permission keys that the caller holds as buttons'),
};

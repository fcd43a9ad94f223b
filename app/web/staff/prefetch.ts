import { loadStaffScreens } from '../screens.ts';

/** The page's code is on its way before the click lands. */
export function prefetch(path: string): void {
  void loadStaffScreens()
    .then((screens) => screens.find((screen) => screen.path === path)?.load())
    .catch(() => {});
}

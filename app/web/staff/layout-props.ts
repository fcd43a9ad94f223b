import type { ReactNode } from 'react';
import type { KnownScreen } from '../screens.ts';

export interface LayoutProps {
  screen: KnownScreen | undefined;
  onSearch: () => void;
  onKeys: () => void;
  children: ReactNode;
}

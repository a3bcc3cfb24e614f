import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseTheme, startTheme } from './mode.ts';
import './tokens.css';
import './base.css';

const button = document.createElement('button');

beforeEach(() => {
  localStorage.clear();
  startTheme();
  chooseTheme('light');
  button.style.cssText = 'background: var(--surface); transition: background-color 10s';
  document.body.append(button);
});
afterEach(() => button.remove());

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const colour = () => getComputedStyle(button).backgroundColor;

it('draws a theme at once, and lets controls move again with the frame after', { tags: ['C-8'] }, async () => {
  const light = colour();
  chooseTheme('dark');
  const dark = colour();
  expect(dark).not.toBe(light);
  await frame();
  await frame();
  await frame();
  expect(colour()).toBe(dark);
  expect(document.documentElement.classList.contains('theme-changing')).toBe(false);
  button.style.backgroundColor = 'rgb(1, 2, 3)';
  expect(colour()).toBe(dark); // its transition takes ten seconds
});

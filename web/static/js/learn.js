// @ts-check
/** The How to play page. */

import { bindLessons } from "./lessons.js";
import "./page.js";

bindLessons(document);

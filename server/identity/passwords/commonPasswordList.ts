/*
 * The 3,000 most common passwords with at least four characters and at least one letter, most common first. Passwords of digits only are
 * left out, because the rules for passwords refuse them. The list comes from leaks, so it contains rude words.
 *
 * Source: the list 'passwords' of zxcvbn 4.4.2 (lib/frequency_lists.js, https://github.com/dropbox/zxcvbn), which is ranked by how often
 * each was found. Licence of that list, MIT: Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc. Permission is hereby granted, free of
 * charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software
 * without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The
 * above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE
 * IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
 * SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

/** Common passwords in lower case, separated by white space (used by chosenPassword.ts). */
export const commonPasswordList = `
password qwerty dragon baseball abc123 football monkey letmein shadow master mustang qwertyuiop pussy superman 1qaz2wsx fuckyou qazwsx jordan 123qwe killer
trustno1 hunter harley zxcvbnm asdfgh buster batman soccer tigger charlie sunshine iloveyou fuckme ranger hockey computer starwars asshole pepper klaster
zxcvbn freedom princess maggie pass ginger fuck love cheese summer chelsea dallas biteme matrix yankees corvette austin access thunder merlin secret diamond
hello hammer fucker 1234qwer silver gfhjkm internet samantha golfer scooter test orange cookie q1w2e3r4t5 maverick sparky phoenix mickey bigdog snoopy guitar
whatever chicken camaro mercedes peanut ferrari falcon cowboy welcome sexy samsung steelers smokey dakota arsenal boomer eagles tigers marina nascar booboo
gateway yellow porsche monster spider diablo hannah bulldog junior london purple compaq lakers iceman qwer1234 hardcore cowboys money banana ncc1701 boston
tennis q1w2e3r4 coffee scooby nikita yamaha mother barney brandy chester fuckoff oliver player forever rangers midnight chicago bigdaddy redsox angel badboy
fender jasper slayer rabbit natasha marine bigdick wizard marlboro raiders prince casper fishing flower jasmine iwantu panties adidas winter winner gandalf
password1 enter ghbdtn 1q2w3e4r golden cocacola jordan23 winston madison angels panther blowme sexsex bigtits spanky bitch sophie asdfasdf horny thx1138
toyota tiger dick canada blowjob muffin liverpoo apples qwerty123 passw0rd abcd1234 pokemon 123abc slipknot qazxsw 123456a scorpion qwaszx butter startrek
rainbow asdfghjkl razz newyork redskins gemini cameron qazwsxedc florida liverpool turtle sierra viking booger butthead doctor rocket dolphins captain bandit
jaguar packers pookie peaches asdf dolphin helpme blue theman maxwell qwertyui shithead lovers maddog giants nirvana metallic hotdog rosebud mountain warrior
stupid elephant suckit success bond007 jackass alexis porn lucky scorpio samson q1w2e3 azerty rush2112 driver freddy 1q2w3e4r5t sydney gators dexter red123
123456q 12345a bubba creative voodoo golf trouble america nissan gunner garfield bullshit asdfghjk fucking apollo 1qazxsw2 eminem legend airborne bear beavis
apple brooklyn godzilla skippy buddy qwert kitten magic shelby beaver phantom asdasd xavier braves darkness blink182 copper platinum qweqwe tomcat girls
bigboy animal police online voyager lifehack 12qwaszx fish sniper trinity blazer heaven lover snowball playboy loveme bubbles hooters cricket willow donkey
topgun nintendo saturn destiny pakistan pumpkin digital sergey redwings explorer tits private runner therock guinness lasvegas beatles fire cassie christin
qwerty1 celtic asdf1234 andrey broncos babygirl eclipse fluffy cartman michigan carolina testing alexande birdie pantera cherry vampire mexico dickhead
buffalo genius montana beer minecraft maximus flyers lovely stalker metallica doggie snickers speedy bronco lol123 paradise yankee horses magnum dreams
lacrosse ou812 goober enigma qwertyu scotty pimpin bollocks surfer cock poohbear genesis star asd123 qweasdzxc racing hello1 hawaii eagle1 viper poopoo
einstein boobies 12345q bitches drowssap simple badger alaska action jester drummer spitfire forest maryjane champion diesel svetlana friday hotrod chevy
lucky1 westside security google badass tester shorty thumper hitman mozart zaq12wsx boobs reddog lizard a123456 123456789a ruslan eagle 1232323q scarface
qwerty12 a12345 buddha porno spirit money1 stargate qwe123 naruto mercury liberty 12345qwert semperfi suzuki popcorn spooky marley scotland kitty cherokee
vikings simpsons rascal qweasd hummer loveyou michael1 patches russia jupiter penguin passion cumshot vfhbyf honda vladimir sandman passport raider bastard
infinity assman bulldogs fantasy sucker horney domino budlight disney ironman usuckballz1 softball brutus redrum bigred mnbvcxz fktrcfylh karina marines
digger kawasaki cougar fireman oksana monday cunt justice nigger super wildcats tinker logitech dancer swordfis avalon everton alexandr motorola patriots
hentai madonna pussy1 ducati colorado connor juventus galore smooth freeuser warcraft boogie titanic wolverin elizabet arizona valentin saints asdfg accord
test123 password123 christ yfnfif stinky slut spiderma naughty chopper hello123 ncc1701d extreme skyline poop zombie pearljam 123qweasd froggy awesome vision
pirate fylhtq dreamer bullet predator empire 123123a kirill charlie1 panthers penis skipper nemesis rasdzv3 peekaboo rolltide cardinal psycho danger mookie
happy1 wanker chevelle manutd goblue hobbes vegeta fyfcnfcbz picard windows loverboy victory vfrcbv bambam serega turkey tweety galina hiphop rooster changeme
berlin taurus suckme polina electric avatar maksim raptor alpha1 hendrix newport bigcock brazil spring a1b2c3 madmax alpha britney sublime darkside bigman
wolfpack classic hercules ronaldo letmein1 1q2w3e spiderman blizzard 123456789q cheyenne cjkysirj tiger1 wombat bubba1 pandora zxc123 holiday wildcat devils
horse alabama caesar buddy1 bondage pussycat pickle shaggy catch22 leather chronic a1b2c3d4 admin qqq111 qaz123 airplane kodiak freepass billybob sunset
katana phpbb chocolat snowman angel1 stingray firebird wolves zeppelin detroit pontiac gundam panzer vagina outlaw redhead tarheels greenday nastya hardon
engineer dragon1 hellfire serenity cobra fireball lickme darkstar mustang1 flash strike beauty pavilion bobafett dbrnjhbz bigmac bowling chris1 ytrewq natali
pyramid rulez welcome1 dodgers apache swimming whynot teens trooper fuckit defender precious packard weasel popeye lucifer cancer icecream raven swordfish
presario viktor rockstar blonde james1 wutang spike pimp atlanta airforce thailand casino lennon mouse hacker bluebird hawkeye theone catfish sailor goldfish
nfnmzyf tattoo pervert barbie maxima nipples machine trucks wrangler rocks tornado lights cadillac bubble pegasus madman longhorn browns target eatme
qazwsx123 microsoft dilbert christia baller lesbian shooter xfiles seattle qazqaz cthutq amateur prelude corona freaky malibu 123qweasdzxc assassin atlantis
integra pussies iloveu lonewolf dragons monkey1 unicorn software bobcat stealth peewee openup srinivas zaqwsx valentina shotgun trigger veronika bruins coyote
babydoll joker dollar lestat rocky1 hottie random butterfly wordpass smiley sweety snake chipper woody samurai devildog gizmo maddie soso123aljg mistress
freedom1 flipper express hjvfirf moose cessna piglet polaris teacher montreal cookies wolfgang scully fatboy wicked balls tickle bunny dfvgbh foobar transam
pepsi fetish oicu812 basketba toshiba hotstuff sunday booty gambit impala stephani jessica1 hooker lancer knicks shamrock fuckyou2 stinger redneck deftones
squirt siemens blaster trucker subaru renegade ibanez manson swinger reaper blondie mylove galaxy blahblah enterpri travel 1234abcd babylon5 indiana skeeter
master1 sugar ficken smoke bigone sweetpea fucked trfnthbyf marino escort smitty bigfoot babes larisa trumpet spartan valera babylon asdfghj yankees1 bigboobs
stormy mister hamlet aardvark butterfl marathon paladin cavalier manchester skater indigo hornet buckeyes indians karate hesoyam toronto diamonds chiefs
buckeye 1qaz2wsx3edc highland hotsex charger redman passwor maiden drpepper storm pornstar garden pencil sherlock timber thuglife insane pizza jungle jesus1
aragorn 1a2b3c hamster david1 triumph techno lollol pioneer catdog fktrctq morpheus pascal shadow1 hobbit wetpussy erotic consumer blabla justme stones
chrissy spartak goforit burger pitbull adgjmptw italia barcelona hunting colors kissme virgin overlord pebbles sundance emerald doggy racecar irina element
zipper alpine basket goddess poison nipple sakura chichi huskers pussys q12345 ultimate ncc1701e blackie nicola rommel matthew1 caserta omega geronimo sammy1
trojan 123qwe123 philips nugget tarzan chicks aleksandr bassman trixie portugal anakin dodger bomber superfly madness q1w2e3r4t5y6 loser 123asd fatcat ybrbnf
soldier warlock wrinkle1 desire sexual babe seminole alejandr westham andrei concrete access14 weed letmein2 ladybug naked christop trombone tintin bluesky
rhbcnbyf qazxswedc onelove cdtnkfyf whore vfvjxrf titans stallion truck hansolo blue22 smiles beagle panama kingkong flatron inferno mongoose connect poiuyt
snatch qawsed juice blessed rocker snakes turbo bluemoon sex4me finger jamaica a1234567 mulder beetle fuckyou1 passat immortal plastic anthony1 whiskey
dietcoke suck spunky magic1 monitor cactus exigen planet ripper teen spyder apple1 nolimit hollywoo sluts sticky trunks pickles sailing bonehead ghbdtnbr
delta charlott rubber molly1 yomama hongkong jumper william1 ilovesex faster unreal cumming memphis nylons legion sebastia shalom pentium geheim werewolf
funtime ferret orion curious niners cantona sprite philly pirates abgrtyu lollipop eternity boeing super123 sweets cooldude tottenha green1 jackoff stocking
moomoo martini biscuit drizzt colt45 fossil makaveli snapper satan666 maniac salmon patriot verbatim nasty shasta asdzxc shaved blackcat raistlin qwerty12345
punkrock cjkywt waterloo crimson twister oxford musicman seinfeld biggie condor ravens megadeth wolfman cosmos sharks banshee keeper foxtrot gn56gn56 skywalke
velvet black1 sesame dogs squirrel privet sunrise wolverine sucks legolas grendel ghost cats carrot frosty lvbnhbq blades stardust frog qazwsxed coolio
brownie groovy twilight daytona vanhalen pikachu peanuts licker hershey jericho intrepid ninja 1234567a zaq123 lobster goblin punisher strider shogun kansas
amadeus seven7 jason1 neptune showtime muscle oldman ekaterina rfrfirf getsome showme obiwan skittles danni tanker maestro tarheel anubis hannibal anal
newlife gothic shark fighter blue123 blues 123456z princes slick chaos thunder1 sabine 1q2w3e4r5t6y python test1 mirage devil clover tequila chelsea1 surfing
delete potato chubby panasonic sandiego portland baggins fusion sooners blackdog buttons californ moscow playtime mature 1a2b3c4d dagger dima stimpy asdf123
gangster warriors iverson chargers byteme swallow liquid lucky7 dingdong nymets cracker mushroom crusader bigguy miami dkflbvbh bugger nimrod tazman stranger
newpass doodle powder gotcha guardian dublin slapshot septembe pepsi1 milano grizzly woody1 knights photos nookie charly rammstein brasil scruffy munchkin
poopie kittycat latino walnut thegame viper1 1passwor kolobok picasso robert1 barcelon bananas trance auburn coltrane eatshit goodluck starcraft wheels parrot
postal blade wisdom pink gorilla katerina pass123 andrew1 shaney14 dumbass osiris fuck_inside oakland discover ranger1 spanking lonestar bingo meridian ping
heather1 dookie stonecol megaman rjntyjr ledzep lowrider richard1 firefly griffey racerx paradox ghjcnj gangsta zaq1xsw2 tacobell weezer sirius halflife
buffett shiloh vertigo sergei aliens sobaka keyboard kangaroo sinner soccer1 bonjour socrates chucky hotboy sprint sarah1 scarlet celica shazam formula1
sommer trebor qwerasdf jeep mailcreated5240 bollox asshole1 fuckface honda1 rebels vacation lexmark penguins ragnarok formula tempest vfhecz tacoma qwertz
colombia flames rockon duck prodigy wookie dodgeram mustangs 123qaz sithlord smoker server bang incubus scoobydo oblivion molson kitkat titleist rescue
zxcv1234 carpet bigballs tardis jimbob xanadu blueeyes shaman mersedes pooper pussy69 golfing hearts mallard kenwood patrick1 dogg cowboys1 oracle 123zxc
nuttertools topper shemale sleepy gremlin yourmom gateway1 printer monkeys peterpan mikey kingston cooler analsex jimbo pa55word asterix freckles birdman
frank1 defiant aussie stud blondes tatyana aspirine mariners jackal deadhead katrin anime rootbeer frogger polo scooter1 hallo noodles thomas1 parola shaolin
celine plymouth creampie justdoit ohyeah fatass assfuck amazon 1234567q kisses magnus camel nopass bosco harley1 putter champs massive spidey lightnin camelot
letsgo gizmodo aezakmi bones caliente goodtime thankyou raiders1 brucelee redalert aquarius catherin smokin pooh mypass astros roller porkchop sapphire
qwert123 kevin1 a1s2d3f4 beckham atomic rusty1 vanilla qazwsxedcrfv hunter1 kaktus cxfcnmt blacky elvis1 aggies blackjac bangkok scream 123321q iforgot power1
kasper abc12 buster1 slappy shitty veritas chevrole amber1 vader amsterdam jammer primus spectrum eduard granny horny1 sasha1 clancy usa123 satan diamond1
hitler avenger spankme 123456qwerty simba smudge scrappy labrador john316 syracuse front242 falcons husker candyman commando gator pacman delta1 pancho
krishna fatman clitoris pineappl lesbians 8j4ye3uz barkley vulcan punkin boner celtics monopoly flyboy romashka hamburg 123456aa lick gangbang area51 spartans
aaa111 tricky snuggles drago homerun vectra homer1 hermes topcat cuddles infiniti 1234567890q cosworth goose phoenix1 killer1 ivanov bossman qawsedrf peugeot
exigent doberman durango brandon1 plumber telefon horndog laguna rbhbkk dawg webmaster breeze beast porsche9 beefcake leopard redbull oscar1 topdog godsmack
theking pics omega1 speaker viktoria fuckers bowler starbuck gjkbyf valhalla anarchy blacks herbie kingpin starfish nokia loveit achilles labtec ncc1701a
fitness jordan1 brando arsenal1 bull kicker napass desert sailboat bohica tractor hidden muppet jackson1 jimmy1 terminator phillies pa55w0rd terror farside
swingers legacy frontier butthole doughboy jrcfyf tuesday sabbath daniel1 nebraska homers qwertyuio azamat fallen agent007 striker camels iguana looker
pinkfloy moloko qwerty123456 dannyboy luckydog pistol whocares charmed skiing select franky puppy daniil vladik vette vfrcbvrf ihateyou nevada moneys
vkontakte mandingo puppies mystic zidane kotenok dilligaf budman bunghole zvezda triton golfball technics trojans panda laptop rookie aberdeen gustav jethro
enterprise igor stripper filter hurrican rfnthbyf lespaul gizmo1 butch dthjybrf excalibu nofear momoney possum cutter oilers moocow cupcake gbpltw batman1
splash svetik super1 soleil bogdan melissa1 vipers babyboy tdutybq lancelot ccbill keystone passwort flamingo firefox dogman vortex rebel noodle raven1 zaphod
killme pokemon1 coolman danila designer skinny kamikaze deadman gopher doobie warhammer deeznuts freaks engage chevy1 steve1 apollo13 poncho hammers azsxdc
dracula sassy bitch1 boots deskjet macdaddy mighty rangers1 manchest sterlin casey1 meatball mailman sinatra cthulhu summer1 bubbas cartoon bicycle eatpussy
truelove sentinel tolkien breast capone lickit summit 123456k peter1 daisy1 kitty1 123456789z crazy1 jamesbon texas1 sexygirl sonic billyboy redhot microsof
microlab daddy1 rockets iloveyo fernand gordon24 danie cutlass polska star69 titties pantyhos thekid aikido gofish mayday 1234qwe coke anfield sony lansing
smut scotch sexx catman hustler saun dfkthbz passwor1 jenny1 azsxdcfv cheers irish1 gabrie tinman orioles charlton fortuna airbus rustam xtreme bigmoney
zxcasd retard grumpy huskies boxing 4runner kelly1 ultima warlord fordf150 oranges rotten asdfjkl superstar denali sultan bikini saratoga thor figaro sixers
wildfire vladislav sparta mayhem greenbay chewie music1 number1 cancun fabie mellon poiuytrewq cloud9 crunch bigtime chicken1 piccolo bigbird billy1 mojo
maradona sandro chester1 bizkit rjirfrgbde rightnow jasmine1 hyperion treasure meatloaf armani rovers jarhead cruise coconut dragoon utopia davids cosmo
rfhbyf reebok charli giorgi sticks sayang pass1234 exodus anaconda zaqxsw illini woofwoof emily1 sandy1 packer poontang govols jedi tomato beaner cooter
creamy lionking happy123 albatros poodle kenworth dinosaur greens goku happyday eeyore tsunami cabbage holyshit turkey50 memorex chaser bogart orgasm tommy1
volley whisper knopka ericsson walleye pepper1 katie1 chickens tyler1 corrado twisted zorro clemson zxcasdqwe tootsie milana zenith fktrcfylhf shania frisco
polniypizdec0211 crazybab junebug fugazi rereirf vfvekz sausage vfczyz koshka clapton justin1 anhyeuem condom fubar hardrock skywalker tundra cocks gringo
canon vitalik aspire stocks samsung1 applepie abc12345 arjay gandalf1 boob pillow sparkle gmoney rockhard lucky13 samiam everest hellyeah bigsexy skorpion
rfrnec hedgehog australi candle slacker dicks voyeur jazzman america1 bobby1 br0d3r wolfie vfksirf 1qa2ws3ed fright yosemite temp karolina fart barsik surf
cheetah baddog deniska starship bootie milena hithere kume greatone dildo 50cent albion amanda1 midget lion maxell football1 cyclone freeporn nikola bonsai
kenshin slider balloon roadkill killbill jerkoff dinamo tekken rambler goliath cinnamon malaka backdoor fiesta packers1 rastaman fletch sojdlg123aljg stefano
artemis calico nyjets damnit robotech duchess rctybz hooter keywest hal9000 mechanic pingpong operator presto sword rasputin spank bristol faggot shado
amsterda wibble carrera alibaba majestic ramses duster route66 trident clipper steeler wrestlin divine kipper gotohell kingfish snake1 passwords buttman
pompey viagra zxcvbnm1 spurs slutty lineage2 oleg macross pooter brian1 qwert1 charles1 slave jokers yzerman swimmer ne1469 nwo4life solnce seamus lolipop
pupsik moose1 ivanova secret1 matador love69 ktyjxrf subway cinder vermont pussie chico florian magick guiness allsop ghetto flash1 a123456789 typhoon dfkthf
depeche skydive dammit seeker fuckthis crysis kcj9wx5n umbrella r2d2c3po 123123q snoopdog critter theboss ding splinter kinky cyclops jayhawk caramel qwer123
underdog caveman onlyme grapes feather hotshot fuckher renault george1 sex123 pippen floppy cunts megapass pornos usmc kickass great1 quattro wassup helloo
p0015123 nicole1 chivas shannon1 bullseye java fishes blackhaw jamesbond tunafish juggalo dkflbckfd dallas1 translator beanie alucard gfhjkm123 supersta
magicman ashley1 cohiba xbox360 caligula facial dfktynbyf cobra1 cigars fang klingon bob123 safari looser deepthroat malina tazmania gonzo goalie jacob1
monaco cruiser misfit vh5150 tommyboy marino13 yousuck sharky vfhufhbnf horizon absolut brighton 123456r death1 kungfu maxx forfun mamapapa enter1 budweise
banker getmoney kostya qazwsx12 bigbear vector fallout nudist gunners royals chainsaw scania trader blueboy walrus eastside kahuna qwerty1234 love123 steph
cypress champ undertaker ybrjkfq europa snowboar sabres moneyman chrisbln minime nipper groucho whitey viewsonic penthous wolf359 fabric flounder coolguy
whitesox passme smegma skidoo thanatos fucku2 snapple dalejr mondeo thesims mybaby panasoni sinbad thecat topher frodo sneakers q123456 z1x2c3 alfa chicago1
taylor1 ghjcnjnfr cat123 olivier cyber titanium madison1 jabroni dang hambone intruder holly1 gargoyle sadie1 static poseidon studly newcastl sexxxx poppy
johannes danzig beastie musica buckshot sunnyday adonis bluedog bonkers chrono compute spawn turbo1 smelly wapbbs goldstar ferrari1 quantum pisces boomboom
gunnar test1234 florida1 nike superman1 multiplelo custom motherlode 1qwerty westwood usnavy apple123 daewoo korn stereo sasuke sunflowe watcher dharma mouse1
assholes babyblue 123qwerty marius walmart snoop starfire tigger1 paintbal knickers aaliyah lokomotiv theend winston1 sapper rover erotica scanner racer zeus
sexy69 doogie bayern joshua1 newbie scott1 losers droopy outkast martin1 dodge1 wasser ufkbyf rjycnfynby thirteen 12345z hotred deejay hotpussy jessic
philippe scout panther1 cubbies havefun magpie fghtkm avalanch newyork1 pudding leonid harry1 cbr600 audia4 bimmer fucku idontknow vfvfgfgf aleksey builder
zerocool godfather mylife donuts allmine redfish sascha nitram bounce smokes 1x2zkg8w rodman stunner zxasqw12 hoosier hairy beretta insert 123456s rtyuehe
francesc tights cheese1 micron quartz hockey1 gegcbr searay jewels bogey paintball celeron padres bing syncmaster ziggy simon1 beaches prissy diehard orange1
mittens aleksandra queens biggles thongs southpark artur twinkle gretzky rabota cambiami monalisa gollum chuckles spike1 gladiator whisky spongebob sexy1
mazafaka meathead ou8122 barefoot 12345678q cfitymrf bigass a1s2d3 kosmos blessing titty clevelan terrapin ginger1 johnboy maggot clarinet deeznutz stumpy
stoney footbal traveler volvo bucket snapon pianoman hawkeyes futbol casanova tango goodboy scuba honey1 sexyman warthog mustard abc1234 nickel meowmeow
boricua prophet sauron 12qwas reefer andromeda crystal1 joker1 goofy loco lovesex triangle whatsup mellow bengals monster1 maste lover1 love1 123aaa sunshin
smeghead hokies sting welder rambo cerberus bunny1 rockford monke 1q2w3e4r5 goldwing gabriell buzzard crjhgbjy james007 rainman groove tiberius purdue
nokia6300 hayabusa shou jagger diver zigzag poochie usarmy phish redwood redwing salamander silver1 abcd123 sputnik boobie ripple eternal 12qw34er thegreat
allstar slinky gesperrt mishka whiskers pinhead overkill sweet1 rhfcjnrf montgom240 sersolution jamie1 starman proxy swords nikolay bacardi rasta badgirl
rebecca1 wildman penny1 spaceman logan1 hacked bulldog1 helmet windsor buffy1 runescape trapper banane dbrnjh ripken 12345qwe frisky shun fester oasis
lightning ib6ub9 cicero kool pony thedog megatron illusion edward1 napster squash roadking woohoo hoosiers tracker bagira midway leavemealone br549 menace
rachel1 feng laser stoned realmadrid balloons tinkerbell maria1 pobeda heineken sonics moonlight optimus comet orchid jaybird kashmir 12345678a chuang chunky
peach mortgage rulezzz saleen chuckie zippy fishing1 gsxr750 doghouse maxim reader shai buddah benfica chou salomon meister eraser blackbir bigmike starter
pissing angus deluxe eagles1 hardcock mian seahawks godfathe bookworm gregor intel talisman blackjack babyface hawaiian dogfood zhong sancho ludmila medusa
mortimer roadrunn just4me stalin handyman alphabet pizzas calgary clouds password2 cgfhnfr f**k cubswin gong lexus max123 xxx123 digital1 gfhjkm1 missy1
michae beautifu gator1 pacers buddie chinook heckfy dutchess sally1 breasts beowulf darkman jenn tiffany1 zhei quan qazwsx1 satana shang idontkno smiths
puddin nasty1 teddybea valkyrie passwd chao boxster killers yoda cheater inuyasha beast1 wareagle foryou dragonball mermaid bhbirf teddy1 dolphin1 misty1
delphi gromit sponge qazzaq fytxrf gameover diao sergi beamer beemer kittykat rancid manowar adam12 diggler assword austin1 wishbone gonavy sparky1 fisting
thedude sinister venera novell salsero jayden fuckoff1 linda1 vedder 1pussy redline lust jktymrf dfcbkbq dragon12 chrome gamecube titten cong bella1 leng
eureka bitchass banner lakota 123321a mustafa preacher hotbox z1x2c3v4 playstation claymore electra checkers zheng qing armagedon wrestle svoboda bulls nimbus
alenka madina newpass6 onetime aa123456 bartman silverad electron 12345t devil666 oliver1 skylar rhtdtlrj gobucks johann milkman camper thunderb bigbutt
jammin davide cheeks goaway lighter claudi thumbs pissoff ghostrider cocaine teng squall lotus hootie blackout doitnow subzero marine1 pothead 123456qw skate
peng antoni neng miao bcfields marika musashi tulips nong piao chai ruan southpar nude mandarin ninjas cannabis jetski xerxes zhuang kleopatra dickie bilbo
pinky morgan1 dieter baseball1 tottenham quest yfnfkmz dirtbike 1234567890a mango jackson5 ipswich iamgod tdutybz modena qiao slippery qweasd123 bluefish
samtron toon iscool petrov fuzzy zhou mollydog deng pheonix zhun ghblehjr othello starcraf sanfran a11111 cameltoe badman vasilisa jiang
`;
